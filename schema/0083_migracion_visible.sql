-- 0083: the server asks which migrations were applied before it serves, and says which is missing.
GRANT SELECT (numero) ON migracion TO gestor_app;

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (830, '2026-11-18', 'corregido', 'POST /api/ArchivoDigital/AgregarCfdi',
        'El esquema de errores[].codigo (ProblemaCampo) publica también los códigos que un CFDI deja en un campo, como CFDI_RFC_NO_CORRESPONDE; antes se contestaban sin estar en su lista.', NULL),
    (831, '2026-11-18', 'corregido', 'POST /api/Bancos/Conciliar',
        'Los importes que se contestan publican como mínimo y máximo lo que puede resultar de un cálculo (19 dígitos), no lo que se puede enviar: diferencia podía quedar por debajo de su propio mínimo.', NULL);

-- 0078: months close in order, and the result of a year waits in 305 for the next one.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (420, '2026-11-18', 'corregido', 'POST /api/Contabilidad/Periodos/{anio}/{mes}/Cerrar',
        'Un mes se cierra cuando terminó y los anteriores con pólizas están cerrados; los anteriores que nadie usó se cierran con él. Las cancelaciones en proceso ante el SAT ya no lo impiden.',
        'Cierre los meses en orden: antes podían cerrarse en cualquiera, y un mes cerrado cambiaba al escribir en uno anterior.'),
    (421, '2026-11-18', 'corregido', 'POST /api/Contabilidad/Periodos/{anio}/{mes}/Reabrir',
        'Los meses se reabren del último hacia atrás.', 'Para corregir un mes reabra primero los posteriores, y ciérrelos después en orden.'),
    (422, '2026-11-18', 'nuevo', 'GET /api/Contabilidad/Periodos/{anio}/{mes}/Revision',
        'Nueva operación, adicional a las publicadas: todo lo que impide cerrar un mes o merece verse antes, en una lista.', NULL),
    (423, '2026-11-18', 'corregido', 'POST /api/Contabilidad/Ejercicios/{anio}/Cerrar',
        'La póliza del mes 13 deja el resultado en 305, con el que empieza enero se haya cerrado o no el ejercicio. Otra póliza lo lleva a 304 el 1 de enero, el primer día abierto o en fecha; la respuesta trae polizaTraspasoId y fechaTraspaso.',
        NULL);

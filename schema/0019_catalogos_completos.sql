-- 0019: which edition of each long catalog of the tax authority is stored. `gestor migrate` brings those that come with the program (schema/sat.txt)
-- when they are newer; a file that the operator imported counts as of the day he did.
CREATE TABLE catalogo_edicion (
    catalogo text        NOT NULL,                               -- c_ClaveProdServ
    edicion  date        NOT NULL,
    cargado  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_catalogo_edicion PRIMARY KEY (catalogo)
);
GRANT SELECT ON catalogo_edicion TO gestor_app;

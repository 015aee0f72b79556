-- Taxpayers whose invoices the tax authority presumes to be of operations that did not exist (CFF 69-B). A taxpayer may have
-- more than one row: one for each situation. Empty until `gestor catalogos importar` brings the authority's file.
CREATE TABLE sat_efos (
    rfc            text NOT NULL,
    situacion      text NOT NULL,
    nombre         text NOT NULL,
    vigencia_desde date NOT NULL DEFAULT '2022-01-01',
    vigencia_hasta date,
    CONSTRAINT pk_sat_efos PRIMARY KEY (rfc, situacion)
);
GRANT SELECT ON sat_efos TO gestor_app;

-- 0095: the change log is data of the program (domain/*/cambios.inc), no longer of the schema.
DROP TABLE cambio;

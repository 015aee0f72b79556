-- 0031: what a document costs to store. A generated column is prepared anew for every statement that writes its row, and a function in SQL then becomes part of it, as
-- in a CHECK (0023): of the document's search text that was 60 µs in each. One in plpgsql is only called. It says what it said (0001).
CREATE OR REPLACE FUNCTION normalizar(texto text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN lower(public.unaccent('public.unaccent'::regdictionary, texto));
END $$;

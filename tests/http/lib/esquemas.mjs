// Schemas of the published document as validators: JSON Schema 2020-12, strict, unknown properties refused.
import Ajv2020 from 'ajv/dist/2020.js';
import formatos from 'ajv-formats';

// compilar(documento)(pointer, value) -> list of faults, empty when the value is valid
export function compilar(documento) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictTuples: false, allErrors: true, validateFormats: true });
  formatos(ajv);
  ajv.addFormat('date-time-local', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);
  ajv.addFormat('binary', true);
  ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'paths', 'components', 'security', 'example']);
  ajv.addSchema({ ...documento, $id: 'https://gestor.invalid/openapi.json' });
  const hechos = new Map();
  return (puntero, valor) => {
    const uri = `https://gestor.invalid/openapi.json${puntero.replaceAll('{', '%7B').replaceAll('}', '%7D')}`;
    if (!hechos.has(uri)) hechos.set(uri, ajv.compile({ $ref: uri }));
    const validar = hechos.get(uri);
    if (validar(valor)) return [];
    return validar.errors.map((e) => `${e.instancePath || '/'} ${e.message} ${JSON.stringify(e.params)}`);
  };
}

import { isObject, parseObjectText, unwrapSingle } from './reading';

/** Names of form fields in which senders put the whole body as JSON text. */
const ENVELOPES = ['payload', 'data', 'body', 'json', 'lead', 'event'];

/**
 * Unwraps the object from wrappers of some lead senders: a list of one, JSON text, or one field that contains it
 * (`payload=<json>`). `knows` returns true for the field names of the body: they are not wrappers.
 */
export const openEnvelope = (given: unknown, knows: (key: string) => boolean): unknown => {
  const body = parseObjectText(unwrapSingle(given));
  if (!isObject(body)) return body;
  const keys = Object.keys(body);
  if (keys.some(knows)) return body;
  for (const key of keys) {
    if (!ENVELOPES.includes(key.toLowerCase())) continue;
    const inner = parseObjectText(unwrapSingle(body[key]));
    if (isObject(inner)) return inner;
  }
  return body;
};

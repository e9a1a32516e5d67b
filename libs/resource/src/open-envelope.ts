import { isObject, parseObjectText, unwrapSingle } from './reading';

/** Names of form fields in which senders put the whole body as JSON text. */
const ENVELOPES = ['payload', 'data', 'body', 'json', 'lead', 'event'];

/**
 * The object inside what some senders of leads wrap around it: a list of one, JSON text, or one field that contains it
 * (`payload=<json>`). `knows` tells the names that the body itself may have: they are no wrappers.
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

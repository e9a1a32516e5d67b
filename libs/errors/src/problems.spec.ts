import { listProblems, refuseAll } from './problems';
import { refuse } from './refusal';

describe('D13.10 problems of a 400', () => {
  it('given several sentences, then each is a problem with its field and code', () => {
    const refusal = refuseAll('INVALID_BODY', [
      "Field 'price' must be an integer between 0 and 2147483647.",
      "Missing 'entries.0.value' field.",
      "Unknown fields: 'colour', 'it's', '$where'.",
      'The body must be a JSON object.',
    ]);
    expect(listProblems(refusal)).toEqual([
      { field: 'price', code: 'INVALID', message: "Field 'price' must be an integer between 0 and 2147483647." },
      { field: 'entries.0.value', code: 'MISSING', message: "Missing 'entries.0.value' field." },
      { field: 'colour', code: 'UNKNOWN', message: "Unknown field 'colour'." },
      { field: "it's", code: 'UNKNOWN', message: "Unknown field 'it's'." },
      { field: '$where', code: 'UNKNOWN', message: "Unknown field '$where'." },
      { field: null, code: 'INVALID', message: 'The body must be a JSON object.' },
    ]);
  });

  it.each([
    [refuse('INVALID_QUERY', { problems: "Parameter 'limit' must be an integer." }), 'limit', 'INVALID'],
    [refuse('INVALID_QUERY', { problems: "Unknown name in 'sort': 'colour'. It is one of id." }), 'sort', 'INVALID'],
    [refuse('INVALID_QUERY', { problems: "Missing 'from' parameter." }), 'from', 'MISSING'],
    [refuse('INVALID_BODY', { problems: "Invalid value for 'status' field" }), 'status', 'INVALID'],
    [refuse('INVALID_NEXT'), 'next', 'INVALID_NEXT'],
    [refuse('DEEP_PAGINATION'), 'offset', 'DEEP_PAGINATION'],
    [refuse('UNKNOWN_REFERENCE', { field: 'stageId', what: 'a stage', value: 9 }), 'stageId', 'UNKNOWN_REFERENCE'],
    [refuse('INVALID_HEADER', { header: 'If-Match', expected: 'x' }), 'If-Match', 'INVALID_HEADER'],
    [refuse('WEBHOOK_URL_REFUSED', { why: 'it is private' }), 'url', 'WEBHOOK_URL_REFUSED'],
    [refuse('MALFORMED_JSON'), null, 'MALFORMED_JSON'],
  ])('given refusal %#, then one problem names the field and the code', (refusal, field, code) => {
    expect(listProblems(refusal)).toEqual([{ field, code, message: refusal.message }]);
  });

  it('given another status, then there are only explicit problems', () => {
    expect(listProblems(refuse('NOT_FOUND'))).toBeUndefined();
    const records = [{ kind: 'smartList', id: 5, name: 'New' }];
    expect(listProblems(refuse('CONFLICT', {}, records))).toBe(records);
  });

  it('given 60 sentences, then 50 problems are reported', () => {
    const sentences = Array.from({ length: 60 }, (_, n) => `Field 'f${n}' must be a string.`);
    expect(listProblems(refuseAll('INVALID_BODY', sentences))).toHaveLength(50);
  });
});

import { refuse } from '@porchlight/errors';
import { Refusal as WireRefusal } from '@porchlight/contracts/src/generated/porchlight/rpc/v1/channel_service';
import { decodeRefusal, encodeRefusal } from './refusal-wire';

test('reason, parameters and message are transferred', () => {
  const refusal = refuse('DUPLICATE', { what: 'a stage', field: 'name' });
  const read = decodeRefusal(encodeRefusal(refusal));
  expect(read).toMatchObject({ reason: 'DUPLICATE', params: refusal.params, message: refusal.message });
});

test('an unknown reason becomes INTERNAL', () => {
  const bytes = WireRefusal.encode({
    reason: 'OUT_OF_TEA',
    paramsJson: '{}',
    message: 'No tea.',
    problemsJson: '',
  }).finish();
  expect(decodeRefusal(bytes)).toMatchObject({ reason: 'INTERNAL', params: {} });
});

test.each(['', '[1]', 'null', '{broken'])('parameters %p are dropped', (paramsJson) => {
  const bytes = WireRefusal.encode({ reason: 'NOT_FOUND', paramsJson, message: '', problemsJson: '' }).finish();
  expect(decodeRefusal(bytes)).toMatchObject({ reason: 'NOT_FOUND', params: {} });
});

test('problems are transferred', () => {
  const problems = [{ kind: 'smartList', id: 5, name: 'New' }];
  expect(decodeRefusal(encodeRefusal(refuse('CONFLICT', {}, problems))).problems).toEqual(problems);
});

test('of many problems those are transferred that fit into 4 KiB', () => {
  const problems = Array.from({ length: 50 }, (_, id) => ({ field: `f${id}`, message: 'x'.repeat(200) }));
  const transferred = decodeRefusal(encodeRefusal(refuse('CONFLICT', {}, problems))).problems;
  expect(transferred).toEqual(problems.slice(0, 17));
});

test.each(['{}', '[1]', '[', 'null'])('problems %p are dropped', (problemsJson) => {
  const bytes = WireRefusal.encode({ reason: 'NOT_FOUND', paramsJson: '{}', message: '', problemsJson }).finish();
  expect(decodeRefusal(bytes).problems).toBeUndefined();
});

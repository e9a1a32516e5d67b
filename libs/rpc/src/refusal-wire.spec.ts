import { refuse } from '@porchlight/errors';
import { Refusal as WireRefusal } from '@porchlight/contracts/src/generated/porchlight/rpc/v1/channel_service';
import { decodeRefusal, encodeRefusal } from './refusal-wire';

test('reason, parameters and message are transferred', () => {
  const refusal = refuse('DUPLICATE', { what: 'a stage', field: 'name' });
  const read = decodeRefusal(encodeRefusal(refusal));
  expect(read).toMatchObject({ reason: 'DUPLICATE', params: refusal.params, message: refusal.message });
});

test('an unknown reason becomes INTERNAL', () => {
  const bytes = WireRefusal.encode({ reason: 'OUT_OF_TEA', paramsJson: '{}', message: 'No tea.' }).finish();
  expect(decodeRefusal(bytes)).toMatchObject({ reason: 'INTERNAL', params: {} });
});

test.each(['', '[1]', 'null', '{broken'])('parameters %p are dropped', (paramsJson) => {
  const bytes = WireRefusal.encode({ reason: 'NOT_FOUND', paramsJson, message: '' }).finish();
  expect(decodeRefusal(bytes)).toMatchObject({ reason: 'NOT_FOUND', params: {} });
});

import * as fc from 'fast-check';
import {
  OpenRequest,
  OpenResponse,
  Refusal as WireRefusal,
} from '@porchlight/contracts/src/generated/porchlight/rpc/v1/channel_service';
import { decodeCalls, encodeCalls } from './call-frame';
import { decodeReplies, encodeReplies } from './reply-frame';

const uint32 = fc.nat({ max: 0xffffffff });
const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array));
const text = fc.string({ unit: 'grapheme', maxLength: 200 });

const call = fc.record({
  correlation: uint32,
  path: text,
  payload: bytes,
  timeoutMs: uint32,
  token: text,
  traceparent: text,
  requestId: text,
  cancel: fc.boolean(),
  suppressOwn: fc.boolean(),
  idempotencyKey: text,
  fingerprint: text,
});
const reply = fc.record({
  correlation: uint32,
  payload: bytes,
  refusal: fc.option(fc.record({ reason: text, paramsJson: text, message: text, problemsJson: text }), {
    nil: undefined,
  }),
  replayed: fc.boolean(),
});

test('call frames are compatible with the generated codec', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 20 }), (frames) => {
      const generated = { calls: frames.map(({ path, ...rest }) => ({ ...rest, method: path })) };
      const encoded = encodeCalls(frames);
      expect(OpenRequest.decode(encoded)).toEqual(generated);
      expect(decodeCalls(Buffer.from(OpenRequest.encode(generated).finish()))).toEqual(frames);
    }),
  );
});

test('reply frames are compatible with the generated codec', () => {
  fc.assert(
    fc.property(fc.array(reply, { maxLength: 20 }), (replies) => {
      const frames = replies.map((r) => ({
        ...r,
        refusal: r.refusal && Buffer.from(WireRefusal.encode(r.refusal).finish()),
      }));
      expect(OpenResponse.decode(encodeReplies(frames))).toEqual({ replies });
      expect(decodeReplies(Buffer.from(OpenResponse.encode({ replies }).finish()))).toEqual(frames);
    }),
  );
});

test('any bytes are decoded or rejected with RangeError, without an endless loop', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (array) => {
      for (const decode of [decodeCalls, decodeReplies]) {
        try {
          decode(Buffer.from(array));
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }
    }),
    { numRuns: 2000 },
  );
});

test('a truncated frame is rejected', () => {
  const whole = encodeCalls([
    {
      correlation: 300,
      path: '/a/B',
      payload: Buffer.from('payload'),
      timeoutMs: 5000,
      token: 't',
      traceparent: '',
      requestId: 'r',
      cancel: false,
      suppressOwn: true,
      idempotencyKey: 'key:5:k',
      fingerprint: 'f',
    },
  ]);
  for (let length = 1; length < whole.length; length++) {
    expect(() => decodeCalls(whole.subarray(0, length))).toThrow(RangeError);
  }
});

test('unknown fields are skipped', () => {
  const known = encodeReplies([{ correlation: 9, payload: Buffer.from('x'), refusal: undefined, replayed: false }]);
  const unknown = Buffer.from([0x98, 0x06, 0x01, 0xa2, 0x06, 0x02, 0x41, 0x42]);
  expect(decodeReplies(Buffer.concat([unknown, known]))).toEqual([
    { correlation: 9, payload: Buffer.from('x'), refusal: undefined, replayed: false },
  ]);
});

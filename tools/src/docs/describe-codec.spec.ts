import { bit, bool, idText, int, list, object, oneOf, str, text, time } from '@porchlight/resource';
import { describeCodec } from './describe-codec';

it.each([
  [int(), 'int', ''],
  [int({ min: 0 }), 'int', '0 or more'],
  [int({ min: 1, max: 9 }), 'int', 'between 1 and 9'],
  [str(), 'str', 'at most 255 characters'],
  [str({ min: 1, max: 40 }), 'str', 'at most 40 characters, not empty'],
  [text(), 'str', 'at most 65536 characters'],
  [bool(), 'bool', ''],
  [bit(), '0/1', ''],
  [time(), 'ts', ''],
  [idText(), 'str', 'at most 10 characters'],
  [oneOf(['a', 'b']), 'str', 'one of a, b'],
  [list(oneOf(['a', 'b']), 7), 'array of str', 'at most 7 entries; each: one of a, b'],
  [list(bool(), 7), 'array of bool', 'at most 7 entries'],
])('describes codec %#', (codec, type, limits) => {
  expect(describeCodec(codec as never)).toMatchObject({ type, limits });
});

it('describes parts, and says which must be there', () => {
  const entry = object<{ value: string; at: Date }>({ value: str(), at: time() }, { required: ['value'] });
  expect(describeCodec(list(entry, 3) as never)).toMatchObject({
    type: 'array of object',
    limits: 'at most 3 entries',
    required: ['value'],
    parts: { value: { type: 'str' }, at: { type: 'ts' } },
  });
});

import { parseBody } from '@porchlight/resource';
import { customFields } from './people/custom-fields.resource';

const read = (dropdownChoiceMap: unknown): unknown =>
  parseBody(customFields, { dropdownChoiceMap }, 'update').record['dropdownChoiceMap'];

describe('D13.10 (5) dropdownChoiceMap', () => {
  it('given an array of positions, then it is read as positions', () => {
    expect(read([2, 0, 1])).toEqual({ '': '[2,0,1]' });
  });

  it('given an object of names, then it is read as names', () => {
    expect(read({ Red: 'Crimson' })).toEqual({ Red: 'Crimson' });
  });

  it.each([[['Red']], [[-1]], [{ '': 'x' }], [7]])(
    'given %j, then it is refused with the name of the field',
    (value) => {
      expect(() => read(value)).toThrow(
        expect.objectContaining({ message: expect.stringContaining('dropdownChoiceMap') as string }),
      );
    },
  );
});

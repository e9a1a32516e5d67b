import type { CustomDefinition } from '@porchlight/custom-fields';
import { FIRST_PAGE, type ListQuery } from '@porchlight/resource';
import { checkSmartList, parseSmartList, withSmartList } from './smart-list-query';

const definitions: CustomDefinition[] = [
  { id: 1, name: 'customBudget', label: 'Budget', type: 'number', choices: [], orderWeight: 1 },
];
const list = (filters: object, sort?: string) => ({
  name: 'Hot',
  filtersJson: JSON.stringify(filters),
  ...(sort && { sort }),
});
const query = (change: Partial<ListQuery> = {}): ListQuery => ({ ...FIRST_PAGE, ...change });

describe('a smart list', () => {
  it('has the same meaning as the query of GET /people', () => {
    const kept = {
      stage: ['Lead', 'Closed'],
      contacted: 0,
      priceAbove: 5,
      includeTrash: true,
      customBudget: '7',
      source: '',
    };
    expect(parseSmartList(list(kept, '-lastActivity'), definitions)).toEqual({
      filters: [
        { name: 'stage', values: ['Lead', 'Closed'] },
        { name: 'contacted', values: ['false'] },
        { name: 'priceAbove', values: ['5'] },
        { name: 'includeTrash', values: ['true'] },
        { name: 'customBudget', values: ['7'] },
      ],
      sort: 'lastActivity',
      descending: true,
      skipped: [],
      matchesNothing: false,
    });
  });

  it.each([
    [{ tags: ['Buyer, hot', 'VIP'] }, ['Buyer, hot', 'VIP']],
    [{ 'tags[]': 'Buyer, hot' }, ['Buyer, hot']],
    [{ 'tags[]': ['Buyer, hot'] }, ['Buyer, hot']],
    [{ tags: 'Buyer, hot' }, ['Buyer', 'hot']],
  ])('D13.7 given %j, a comma in an entry of an array is part of the tag', (filters, values) =>
    expect(parseSmartList(list(filters), definitions).filters).toEqual([{ name: 'tags', values }]),
  );

  it.each([
    [{ nothing: 1 }, undefined, "Unknown parameter 'nothing'."],
    [
      { priceAbove: 'much' },
      undefined,
      "Parameter 'priceAbove' must be an integer between -2147483648 and 2147483647.",
    ],
    [{ customElse: 1 }, undefined, "Unknown parameter 'customElse'."],
    [{ customBudget: 'x' }, undefined, "Parameter 'customBudget' must be a number."],
    [{ stage: { a: 1 } }, undefined, "Parameter 'stage' must be a string, a number, true, false or an array of those."],
    [{ stage: null }, undefined, "Parameter 'stage' must be a string, a number, true, false or an array of those."],
    [{ limit: 5 }, undefined, "Parameter 'limit' cannot be stored in a smart list."],
    [{ smartListId: 1 }, undefined, "Parameter 'smartListId' cannot be stored in a smart list."],
  ])('is refused with %j', (filters, sort, sentence) => {
    expect(() => checkSmartList(list(filters, sort), definitions)).toThrow(
      expect.objectContaining({ reason: 'INVALID_BODY', message: sentence }),
    );
  });

  it('is refused with all its problems, including a wrong sort', () => {
    expect(() => checkSmartList(list({ nothing: 1, fields: 'id' }, 'beauty'), definitions)).toThrow(
      /'nothing'.*'fields'.*'beauty'/,
    );
  });

  it('D13.10 given values that are empty, then they count as absent, as in a query', () => {
    expect(parseSmartList(list({ stage: '', tags: [], q: ' ' }), definitions)).toMatchObject({
      filters: [],
      matchesNothing: false,
    });
  });

  it.each(['email', 'phone'])('D13.10 given a stored %s without value, then the list matches nothing', (name) => {
    const { matchesNothing, skipped } = parseSmartList(list({ contacted: true, [name]: '' }), definitions);
    expect(matchesNothing).toBe(true);
    expect(skipped).toEqual([expect.stringContaining(`Parameter '${name}' must have a value.`)]);
  });

  it('A13 matches nothing if a filter is no longer valid, and reports it', () => {
    const { filters, skipped, sort, matchesNothing } = parseSmartList(
      list({ stage: 'Lead', customGone: 1 }, 'gone'),
      definitions,
    );
    expect(filters).toEqual([{ name: 'stage', values: ['Lead'] }]);
    expect(sort).toBe('');
    expect(matchesNothing).toBe(true);
    expect(parseSmartList(list({ stage: 'Lead' }, 'gone'), definitions).matchesNothing).toBe(false);
    expect(skipped).toEqual([
      "Filter 'customGone' of smart list 'Hot' matches no person: Unknown parameter 'customGone'.",
      expect.stringMatching(/^The sort of smart list 'Hot' is skipped: /),
    ]);
  });

  it("adds its filters to the caller's and sorts only where the caller does not", () => {
    const question = parseSmartList(list({ stage: 'Lead' }, 'price'), definitions);
    const asked = query({
      filters: [
        { name: 'smartListId', values: ['1'] },
        { name: 'tags', values: ['a'] },
      ],
    });
    expect(withSmartList(asked, question)).toMatchObject({
      sort: 'price',
      descending: false,
      filters: [
        { name: 'tags', values: ['a'] },
        { name: 'stage', values: ['Lead'] },
      ],
    });
    expect(withSmartList({ ...asked, sort: 'name', descending: true }, question)).toMatchObject({
      sort: 'name',
      descending: true,
    });
  });
});

import { rawJson, type Attack } from '../attack';
import { nearLimit, uniqueWord } from '../mutations';

const CELL_CHARACTERS = 80_000;
const ROWS = 2_000;
const COLUMNS = 200;

/** Tables that cost the service more time than their bytes. */
export const TABLE_ATTACKS: readonly Attack[] = [
  {
    name: 'N1 tables with hostile cells',
    weakness: 'N1',
    short: true,
    next: (random, { run }) => {
      const person = `hostile.${uniqueWord(random)}.${run}@example.com`;
      const csv = random.pick([
        () => `First name,Email,Tags\nAnn,${person},${'a|'.repeat(nearLimit(random, CELL_CHARACTERS) / 2)}`,
        () => `${Array(COLUMNS).fill('Email').join()}\n${`${','.repeat(COLUMNS - 1)}\n`.repeat(ROWS)}`,
        () => `First name,Phone\nAnn,"${'5125550100;'.repeat(nearLimit(random, CELL_CHARACTERS) / 11)}"`,
      ])();
      return {
        method: 'POST',
        path: `/v1/people/import${random.pick(['?preview=true', ''])}`,
        ...rawJson(JSON.stringify({ csv })),
      };
    },
  },
];

import { t } from '@lingui/core/macro';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useUsers } from '../users/use-users';
import type { PeopleFilter } from './people-query';
import { useStages } from './use-stages';

type Choices = readonly { readonly value: string; readonly label: string }[];

const MAX_CHOICES = 100;
const ANSWERS: Choices = [
  { value: 'true', label: t`Yes` },
  { value: 'false', label: t`No` },
];

/** The values that a filter offers, and their names for the chips. */
export const useFilterChoices = () => {
  const stages = useStages();
  const { options } = useUsers();
  const ponds = useCollection(['ponds'], porchlight.ponds.list, { limit: MAX_CHOICES, fields: ['id', 'name'] });
  const timeframes = useCollection(['timeframes'], porchlight.timeframes.list, { limit: MAX_CHOICES });
  const choices: Readonly<Partial<Record<PeopleFilter['input'], Choices>>> = {
    stage: stages.map(({ name }) => ({ value: name ?? '', label: name ?? '' })),
    user: options,
    pond: ponds.rows.map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
    timeframe: timeframes.rows.map(({ id, timeframe, name }) => ({
      value: String(id),
      label: timeframe ?? name ?? '',
    })),
    answer: ANSWERS,
  };
  return {
    /** Undefined for a filter whose value is typed. */
    choicesOf: ({ input }: PeopleFilter): Choices | undefined => choices[input],
    formatValue: ({ input }: PeopleFilter, value: string): string =>
      choices[input]?.find((choice) => choice.value === value)?.label ?? value,
  };
};

import { t } from '@lingui/core/macro';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';

const LIMIT = 100;

interface Choice {
  readonly value: string;
  readonly label: string;
}

const toChoices = (rows: readonly { readonly id: number; readonly name: string | null }[], none: string): Choice[] => [
  { value: '', label: none },
  ...rows.map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
];

/** The types and outcomes of appointments of the account, for choices; the first of each is none. */
export const useAppointmentChoices = (): { readonly types: Choice[]; readonly outcomes: Choice[] } => {
  const types = useCollection(['appointmentTypes'], porchlight.appointmentTypes.list, { limit: LIMIT });
  const outcomes = useCollection(['appointmentOutcomes'], porchlight.appointmentOutcomes.list, { limit: LIMIT });
  return { types: toChoices(types.rows, t`No type`), outcomes: toChoices(outcomes.rows, t`No outcome`) };
};

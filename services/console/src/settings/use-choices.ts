import { t } from '@lingui/core/macro';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { isAssignee } from '../users/use-users';

const NAMES = { limit: 100, sort: 'name' as const };

/** A record that another one can name. */
interface Choice {
  readonly value: string;
  readonly label: string;
}

const toChoices = (rows: readonly { readonly id: number; readonly name?: string | null }[]): Choice[] =>
  rows.map(({ id, name }) => ({ value: String(id), label: name ?? String(id) }));

/** A user that a setting can name. */
export interface UserChoice extends Choice {
  readonly role: string;
}

/** The active and invited users of the account, for choices. */
export const useUserChoices = (): UserChoice[] => {
  const { rows } = useCollection(['users'], porchlight.users.list, {
    ...NAMES,
    fields: ['id', 'name', 'role', 'status'],
  });
  return rows
    .filter(({ status }) => status !== 'Disabled')
    .map(({ id, name, role }) => ({ value: String(id), label: name ?? String(id), role: role ?? '' }));
};

/** The groups of the account, for choices. */
export const useGroupChoices = (): Choice[] =>
  toChoices(useCollection(['groups'], porchlight.groups.list, { ...NAMES, fields: ['id', 'name'] }).rows);

/** The ponds of the account, for choices. */
export const usePondChoices = (): Choice[] =>
  toChoices(useCollection(['ponds'], porchlight.ponds.list, { ...NAMES, fields: ['id', 'name'] }).rows);

/** The action plans of the account, for choices. */
export const usePlanChoices = (): Choice[] =>
  toChoices(useCollection(['actionPlans'], porchlight.actionPlans.list, { ...NAMES, fields: ['id', 'name'] }).rows);

/** Who gets a lead, as the value of one choice: `user:7`, `group:2`, `pond:3`. */
export interface TargetChoices {
  readonly groups: readonly { readonly group: string; readonly items: Choice[] }[];
  format(target: string): string;
}

const prefix = (kind: string, choices: readonly Choice[]): Choice[] =>
  choices.map(({ value, label }) => ({ value: `${kind}:${value}`, label }));

/** All users, groups and ponds that can get a lead. */
export const useTargetChoices = (): TargetChoices => {
  const groups = [
    { group: t`Users`, items: prefix('user', useUserChoices().filter(isAssignee)) },
    { group: t`Groups`, items: prefix('group', useGroupChoices()) },
    { group: t`Ponds`, items: prefix('pond', usePondChoices()) },
  ].filter(({ items }) => items.length > 0);
  const labels = new Map(groups.flatMap(({ items }) => items.map(({ value, label }) => [value, label] as const)));
  return { groups, format: (target) => labels.get(target) ?? target.replace(':', ' ') };
};

import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { formatPrice } from '../components/format-price';
import { splitLines } from '../components/validators';
import { fromTarget, toTarget } from './target-value';

/** A rule of lead flow. */
export type Rule = Schemas['LeadFlow'];
export type LeadType = NonNullable<NonNullable<Schemas['NewLeadFlow']['types']>[number]>;

/** The value of the choice for leads that are not stored. */
export const IGNORE = 'ignore';

/** The values of the form. */
export type RuleValues = {
  name: string;
  /** One per line. */
  sources: string;
  types: LeadType[];
  minPrice: string;
  maxPrice: string;
  /** One per line. */
  postalCodes: string;
  /** `user:7`, `group:2`, `pond:3`, `ignore`, or empty. */
  target: string;
  actionPlanId: string;
};

export interface RuleBody {
  readonly name: string | null;
  readonly sources: string[];
  readonly types: LeadType[];
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly postalCodes: string[];
  readonly assignUserId: number | null;
  readonly assignGroupId: number | null;
  readonly assignPondId: number | null;
  readonly actionPlanId: number | null;
  readonly ignore: boolean;
}

export const LABELS = {
  name: t`Name`,
  sources: t`Sources`,
  types: t`Types`,
  minPrice: t`Lowest price`,
  maxPrice: t`Highest price`,
  postalCodes: t`Postal codes`,
  assignUserId: t`Leads go to`,
  assignGroupId: t`Leads go to`,
  assignPondId: t`Leads go to`,
  actionPlanId: t`Action plan`,
  ignore: t`Leads go to`,
};

/** The form fields of the API fields with other names. */
export const RENAMED = { assignUserId: 'target', assignGroupId: 'target', assignPondId: 'target', ignore: 'target' };

/** Who gets the leads of a rule, as the value of the choice. */
export const targetOf = ({ ignore, assignUserId, assignGroupId, assignPondId }: Rule): string =>
  ignore ? IGNORE : toTarget({ userId: assignUserId, groupId: assignGroupId, pondId: assignPondId });

export const toValues = (rule?: Rule): RuleValues => ({
  name: rule?.name ?? '',
  sources: rule?.sources?.join('\n') ?? '',
  types: (rule?.types ?? []) as LeadType[],
  minPrice: rule?.minPrice?.toString() ?? '',
  maxPrice: rule?.maxPrice?.toString() ?? '',
  postalCodes: rule?.postalCodes?.join('\n') ?? '',
  target: rule ? targetOf(rule) : '',
  actionPlanId: rule?.actionPlanId?.toString() ?? '',
});

/** A number such as `250,000`; null without one. */
export const parsePrice = (text: string): number | null => {
  const digits = text.replaceAll(',', '').trim();
  return digits === '' ? null : Number(digits);
};

export const toBody = ({ name, target, ...values }: RuleValues): RuleBody => {
  const ignore = target === IGNORE;
  const { userId, groupId, pondId } = fromTarget(target);
  return {
    name: name.trim() || null,
    sources: splitLines(values.sources),
    types: values.types,
    minPrice: parsePrice(values.minPrice),
    maxPrice: parsePrice(values.maxPrice),
    postalCodes: splitLines(values.postalCodes),
    assignUserId: userId,
    assignGroupId: groupId,
    assignPondId: pondId,
    actionPlanId: ignore || values.actionPlanId === '' ? null : Number(values.actionPlanId),
    ignore,
  };
};

/** The name of a rule, or its number. */
export const nameOfRule = ({ id, name }: Pick<Rule, 'id' | 'name'>): string => name || t`Rule ${id}`;

/** Which leads a rule takes, in words. */
export const formatCondition = ({ sources, types, minPrice, maxPrice, postalCodes }: Rule): string => {
  const parts = [
    sources?.length ? t`from ${sources.join(', ')}` : '',
    types?.length ? types.join(', ') : '',
    typeof minPrice !== 'number' ? '' : t`at least ${formatPrice(minPrice)}`,
    typeof maxPrice !== 'number' ? '' : t`at most ${formatPrice(maxPrice)}`,
    postalCodes?.length ? t`in ${postalCodes.join(', ')}` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? t`All leads` : parts.join('; ');
};

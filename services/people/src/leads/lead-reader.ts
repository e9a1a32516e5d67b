import type { EventPerson } from '@porchlight/contracts';
import { applyCustomValues, readCustomValues, type CustomChanges, type CustomValues } from '@porchlight/custom-fields';
import { isRefusal, type Reason } from '@porchlight/errors';
import { groupSignOf } from '@porchlight/resource';
import { type AccountSettings, ASSIGNED_LENDER, ASSIGNED_USER, resolveReference, STAGE } from '../settings';
import type { FlowLead } from './lead-flow';

/** Reasons why a value of a lead is ignored: it names nothing, or a user who may get no leads (D13.3). */
const IGNORED: ReadonlySet<Reason> = new Set<Reason>(['UNKNOWN_REFERENCE', 'USER_NOT_ACTIVE', 'INVALID_BODY']);

type Names = Readonly<Record<string, string | number | undefined>>;

/**
 * Resolves the references of a lead to records of the account. With `strict`, unknown references are refused; otherwise
 * they are ignored and added to `ignored`, because a lead must not be lost (decisions section 11).
 */
export class LeadReader {
  readonly ignored: string[] = [];

  constructor(
    private readonly settings: AccountSettings,
    private readonly strict: boolean,
  ) {}

  /** The result of `read`; undefined when it refuses and the names are ignored. */
  private attempt<T>(names: readonly string[], read: () => T): { value: T } | undefined {
    try {
      return { value: read() };
    } catch (error) {
      const isFormat = isRefusal(error) && IGNORED.has(error.reason);
      if (this.strict || !isFormat) throw error;
      this.ignored.push(...names);
      return undefined;
    }
  }

  private reference(kind: typeof STAGE, names: Names): number | undefined {
    const { nameField, idField } = kind;
    const name = names[nameField] === undefined || names[nameField] === '' ? undefined : String(names[nameField]);
    const id = names[idField] === undefined ? undefined : Number(names[idField]);
    const read = (mask: readonly string[]): number | undefined =>
      resolveReference(kind, this.settings, { name, id, mask: new Set(mask), within: 'person.', what: 'lead' }) ??
      undefined;
    const sent = [...(name === undefined ? [] : [nameField]), ...(id === undefined ? [] : [idField])];
    if (sent.length === 0) return undefined;
    // If name and id contradict each other, the id takes precedence, then the name.
    const before = this.ignored.length;
    for (const mask of sent.length === 2 ? [sent, [idField], [nameField]] : [sent]) {
      const resolved = this.attempt([], () => read(mask));
      if (!resolved) continue;
      this.ignored.splice(
        before,
        Infinity,
        ...sent.filter((field) => !mask.includes(field)).map((field) => `person.${field}`),
      );
      return resolved.value;
    }
    this.ignored.push(...sent.map((field) => `person.${field}`));
    return undefined;
  }

  references(person: EventPerson): Pick<FlowLead, 'assignedUserId' | 'assignedLenderId'> {
    const { assignedTo, assignedUserId, assignedLenderName, assignedLenderId } = person;
    return {
      assignedUserId: this.reference(ASSIGNED_USER, { assignedTo, assignedUserId }),
      assignedLenderId: this.reference(ASSIGNED_LENDER, { assignedLenderName, assignedLenderId }),
    };
  }

  stage({ stage }: EventPerson): number | undefined {
    return this.reference(STAGE, { stage });
  }

  /** Values of custom fields, set beside the event's own fields or with the person; a lead clears none. */
  custom(ofEvent: Record<string, string>, ofPerson: Record<string, string>): CustomValues | undefined {
    const { customFields } = this.settings;
    const changes: Record<string, CustomChanges[string]> = {};
    const values = [
      ...Object.entries(ofEvent).map((entry) => ['', ...entry] as const),
      ...Object.entries(ofPerson).map((entry) => ['person.', ...entry] as const),
    ];
    if (values.length === 0) return undefined;
    const reading = { groupSign: groupSignOf(this.settings.country) };
    if (this.strict)
      return applyCustomValues(customFields, undefined, readCustomValues(customFields, { ...ofEvent, ...ofPerson }));
    for (const [within, name, json] of values) {
      const read = this.attempt([within + name], () => readCustomValues(customFields, { [name]: json }, {}, reading));
      if (read) Object.assign(changes, read.value);
    }
    return this.attempt(['customFields'], () => applyCustomValues(customFields, undefined, changes))?.value;
  }
}

/** Names of the truncated lists of a lead: the person has the maximum number of entries. */
export const cutLists = (
  person: EventPerson,
  stored: {
    readonly tags: readonly string[];
    readonly emails: readonly unknown[];
    readonly phones: readonly unknown[];
  },
  limits: { readonly contacts: number },
): string[] => {
  const tags = new Set(stored.tags.map((tag) => tag.toLowerCase()));
  const hasLostTags = person.tags.some((tag) => tag.trim() !== '' && !tags.has(tag.trim().toLowerCase()));
  const full = (['emails', 'phones', 'addresses'] as const).filter((name) => person[name].length > limits.contacts);
  return [...(hasLostTags ? ['person.tags'] : []), ...full.map((name) => `person.${name}`)];
};

import { splitFullName } from '@porchlight/contact';
import type { TextRecipient } from '@porchlight/contracts';
import type { StoreCall } from '@porchlight/store';
import {
  checkMergedLength,
  loadCallerValues,
  loadMergeValues,
  mergeText,
  refuseLenders,
  type MergeSources,
  type MergeValues,
} from '../templates';
import type { TextMessageTemplates } from './text-message-templates-strategy';

/** What a merge works with. */
interface TextMergeParts extends MergeSources {
  readonly templates: TextMessageTemplates;
}

/** What a merge of a text is asked for; person 0: none. */
interface TextMerge {
  readonly templateId: number;
  readonly personId: number;
  readonly recipients: readonly TextRecipient[];
}

/** Bob; Bob and Alice; Bob, Alice and Carol. Empty parts are left out. */
export const joinNames = (parts: readonly string[]): string => {
  const names = parts.filter((part) => part !== '');
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
};

/** The values of the contact's names and phone for several recipients: lists of theirs. */
export const createRecipientValues = (recipients: readonly TextRecipient[]): Partial<MergeValues> => {
  const names = recipients.map(({ name }) => splitFullName(name));
  return {
    contact_name: joinNames(recipients.map(({ name }) => name)),
    contact_first_name: joinNames(names.map(({ firstName }) => firstName)),
    contact_last_name: joinNames(names.map(({ lastName }) => lastName)),
    contact_phone: joinNames(recipients.map(({ phone }) => phone)),
  };
};

/**
 * The text of a template for a person and the calling user (D12.3). Several recipients take the place of the names of
 * the person; without a person one is enough. With neither the tokens stay. Throws NOT_FOUND for a template or person
 * that the caller may not see.
 */
export const createTextMerge =
  ({ templates, ...sources }: TextMergeParts) =>
  async ({ templateId, personId, recipients }: TextMerge, call: StoreCall): Promise<string> => {
    refuseLenders(call);
    const { message = '' } = await templates.get(call, templateId);
    if (personId === 0 && recipients.length === 0) return message;
    const loaded =
      personId === 0 ? await loadCallerValues(sources, call) : await loadMergeValues(sources, personId, call);
    const isGroup = recipients.length > 1 || personId === 0;
    const values = isGroup ? { ...loaded, ...createRecipientValues(recipients) } : loaded;
    checkMergedLength(message, values);
    return mergeText(message, values);
  };

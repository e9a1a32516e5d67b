import { LIMITS } from '@porchlight/limits';
import { bool, defineResource, int, list, readOnly, required, str, text, writable } from '@porchlight/resource';
import {
  TextMessageTemplateServiceDefinition,
  type TextMessageTemplate,
} from '../generated/porchlight/marketing/v1/text_message_template_service';
import { EVERYONE, NOT_LENDERS } from '../roles';
import { templateActionPlan } from './templates.resource';

/** A number that counts sent text messages: this service sends none. */
const count = () => readOnly(int(), { fallback: 0 });

/** A reusable text message (D12.3). */
export const textMessageTemplates = defineResource<TextMessageTemplate>(TextMessageTemplateServiceDefinition, {
  description: 'Templates of text messages.',
  roles: { read: EVERYONE, write: NOT_LENDERS },
  collection: 'textmessagetemplates',
  describe: {
    name: 'Name of the template.',
    message: 'Text with merge fields such as %contact_first_name%.',
    isShared: 'True: all users of the account can use the template.',
    createdBy: 'Id of the user who created the template.',
    totalSent: 'Always 0; this service sends no text messages.',
    totalReplies: 'Always 0; this service sends no text messages.',
    isEditable: 'True if the caller may change the template.',
    isDeletable: 'True if the caller may delete the template.',
    isShareable: 'Always false; clients of other services read it.',
    sentPeopleIds: 'Always empty; clients of other services read it.',
    sentPeopleCount: 'Always 0; clients of other services read it.',
    actionPlans: 'Always empty; clients of other services read it.',
    categories: 'Always empty; clients of other services read it.',
    effectivenessScore: 'Always null; clients of other services read it.',
    windowedSent: 'Always 0; clients of other services read it.',
    windowedReplies: 'Always 0; clients of other services read it.',
    windowedOptOutRate: 'Always null; clients of other services read it.',
    totalOptOutRate: 'Always null; clients of other services read it.',
  },
  maxPerAccount: LIMITS.textMessageTemplates.value,
  fields: {
    name: required(str({ min: 1 })),
    message: required(text()),
    isShared: writable(bool(), { nullable: false, fallback: false, initial: false }),
    // An id, unlike createdBy of records of people.
    createdBy: readOnly(int(), { stamp: 'creator' }),
    updatedBy: readOnly(int(), { stamp: 'editor', visible: false }),
    totalSent: count(),
    totalReplies: count(),
    isEditable: readOnly(bool(), { fallback: false }),
    isDeletable: readOnly(bool(), { fallback: false }),
    isShareable: readOnly(bool(), { fallback: false }),
    sentPeopleIds: readOnly(list(int())),
    sentPeopleCount: count(),
    actionPlans: readOnly(list(templateActionPlan)),
    categories: readOnly(list(str())),
    effectivenessScore: readOnly(int()),
    windowedSent: count(),
    windowedReplies: count(),
    windowedOptOutRate: readOnly(int()),
    totalOptOutRate: readOnly(int()),
  },
  sorts: { id: { column: 'id' }, name: { column: 'nameKey' } },
  example: { name: 'Welcome', message: 'Hi %contact_first_name%', isShared: true },
});

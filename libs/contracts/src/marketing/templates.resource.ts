import { LIMITS } from '@porchlight/limits';
import {
  bit,
  bool,
  defineResource,
  int,
  list,
  object,
  readOnly,
  required,
  str,
  text,
  writable,
} from '@porchlight/resource';
import {
  TemplateServiceDefinition,
  type Template,
  type TemplateActionPlan,
} from '../generated/porchlight/marketing/v1/template_service';
import { EVERYONE, NOT_LENDERS } from '../roles';
import { FORCE_DELETE } from '../force-delete';

/** An action plan that uses a template. */
export const templateActionPlan = object<TemplateActionPlan>(
  { id: int(), name: str() },
  { describe: { id: 'Id of the action plan.', name: 'Name of the action plan.' } },
);

/** A reusable email text (specification: Template). */
export const templates = defineResource<Template>(TemplateServiceDefinition, {
  description: 'Email templates.',
  roles: { read: EVERYONE, write: NOT_LENDERS },
  describe: {
    name: 'Name of the template.',
    isMobile: 'Always 0; clients of other services read it.',
    isShared: 'True: all users of the account can use the template.',
    body: 'HTML of the email, with merge fields such as %contact_first_name%.',
    subject: 'Subject of the email, with merge fields.',
    isEditable: 'True if the caller may change the template.',
    isDeletable: 'True if the caller may delete the template.',
    actionPlans: 'Action plans that send the template.',
    imported: 'Always false; clients of other services read it.',
    isShareable: 'True if the caller may share the template.',
    categories: 'Always empty; clients of other services read it.',
  },
  fields: {
    createdById: readOnly(int(), { stamp: 'creator' }),
    updatedById: readOnly(int(), { stamp: 'editor' }),
    name: required(str({ min: 1 })),
    isMobile: readOnly(bit(), { fallback: 0 }),
    isShared: writable(bool(), { nullable: false, fallback: false, initial: false }),
    body: required(text(LIMITS.templateBodyCharacters.value)),
    subject: required(str({ max: 998 })),
    isEditable: readOnly(bool(), { fallback: false }),
    isDeletable: readOnly(bool(), { fallback: false }),
    actionPlans: readOnly(list(templateActionPlan)),
    imported: readOnly(bool(), { fallback: false }),
    isShareable: readOnly(bool(), { fallback: false }),
    categories: readOnly(list(str())),
  },
  sorts: { id: { column: 'id' }, name: { column: 'nameKey' } },
  options: {
    ...FORCE_DELETE,
    mergePersonId: { describe: 'Id of the person whose values replace the merge fields.', type: 'int', verbs: ['get'] },
  },
});

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
  time,
  writable,
} from '@porchlight/resource';
import type { Template, TemplateActionPlan } from '../generated/porchlight/marketing/v1/template_service';
import { EVERYONE, NOT_LENDERS } from '../roles';

const actionPlan = object<TemplateActionPlan>({ id: int(), name: str() });

/** An email to be written again and again (specification: Template). */
export const templates = defineResource<Template>({
  service: 'marketing',
  resource: 'templates',
  noun: 'Template',
  nouns: 'Templates',
  path: 'templates',
  collection: 'templates',
  verbs: ['create', 'get', 'list', 'update', 'delete'],
  roles: { create: NOT_LENDERS, get: EVERYONE, list: EVERYONE, update: NOT_LENDERS, delete: NOT_LENDERS },
  visibility: 'account',
  fields: {
    id: readOnly(int()),
    created: readOnly(time()),
    updated: readOnly(time()),
    createdById: readOnly(int()),
    updatedById: readOnly(int()),
    name: required(str({ min: 1 })),
    isMobile: readOnly(bit(), { fallback: 0 }),
    isShared: writable(bool(), { nullable: false, fallback: false }),
    body: required(text(LIMITS.templateBodyCharacters.value)),
    subject: required(str({ max: 998 })),
    isEditable: readOnly(bool(), { fallback: false }),
    isDeletable: readOnly(bool(), { fallback: false }),
    actionPlans: readOnly(list(actionPlan)),
    imported: readOnly(bool(), { fallback: false }),
    isShareable: readOnly(bool(), { fallback: false }),
    categories: readOnly(list(str())),
    version: readOnly(int(), { shown: false }),
  },
  filters: {},
  sorts: { id: { on: 'id' }, name: { on: 'nameKey' } },
  options: { mergePersonId: { type: 'int', verbs: ['get'] } },
});

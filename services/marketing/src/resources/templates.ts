import type { Template } from '@porchlight/contracts';
import type { Document, Strategy } from '@porchlight/store';

export interface TemplateDocument extends Document {
  createdById: number;
  updatedById: number;
  name: string;
  isMobile: boolean;
  isShared: boolean;
  body: string;
  subject: string;
}

/** Rules of templates; for now they are only read. */
export const templateStrategy: Strategy<Template, TemplateDocument> = {
  toRecord: ({ id, created, updated, createdById, updatedById, name, isMobile, isShared, body, subject, version }, call) => {
    const own = createdById === call.actor.userId || call.actor.role === 'Owner';
    return {
      id,
      created,
      updated,
      createdById,
      updatedById,
      name,
      isMobile,
      isShared,
      body,
      subject,
      isEditable: own,
      isDeletable: own,
      actionPlans: [],
      version,
    };
  },
};

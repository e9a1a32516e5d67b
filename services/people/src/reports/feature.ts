import { methods } from '@porchlight/backend';
import { ReportServiceDefinition } from '@porchlight/contracts';
import type { PersonDocument } from '../person';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { reportFirstAnswers } from './report-first-answers';
import { reportLeads } from './report-leads';
import { ANSWERS, type AnswerDocument, type Reports } from './report-parts';
import { reportStages } from './report-stages';

/** Figures of new people: sources, first answers, stages. */
export const reports = defineFeature({
  name: 'reports',
  needs: { settings },
  open: ({ store, settings: { settingsCache } }): Reports => ({
    settingsCache,
    people: store.collection<PersonDocument>('people'),
    answers: ANSWERS.map((name) => store.collection<AnswerDocument>(name)),
  }),
  serve: (opened) => ({
    methods: [
      methods(ReportServiceDefinition, {
        reportLeads: reportLeads(opened),
        reportFirstAnswers: reportFirstAnswers(opened),
        reportStages: reportStages(opened),
      }),
    ],
  }),
});

import type { OperationResult } from '@porchlight/sdk';

type ImportResponse = OperationResult<'people.people.import'>;

/** What an import would do, before it starts. */
export type ImportPreview = Extract<ImportResponse, { plan: unknown }>;

/** An import that was started. */
export type StartedImport = Exclude<ImportResponse, ImportPreview>;

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeConfig } from '@porchlight/runtime';
import { parse } from 'yaml';
import { createAsyncApiDocument, type AsyncApiSources } from './asyncapi-document';
import { compactJson } from './compact-json';
import { renderOpenApi } from './api-description';
import { renderCliOperations } from './cli-operations';
import { renderCliPage } from './cli-page';
import { renderGuidePages } from './guide-pages';
import { renderAccess } from './kafka-access-page';
import { renderConfigPage } from './config-page';
import { renderConsoleNames } from './console-names';
import { renderErrorsPage } from './errors-page';
import { renderEventsPage } from './events-page';
import { renderLicences } from './licences-page';
import { renderLimitsPage } from './limits-page';
import { loadConfigSchemas } from './load-config-schemas';
import { readDocstrings } from './read-docstrings';
import { readProtoMessage } from './read-proto-message';
import { renderResourcesPage } from './resources-page';
import { renewCounts } from './spec-map';

type Json = Readonly<Record<string, unknown>>;

interface DeclaredTopics extends Pick<AsyncApiSources, 'topics'> {
  readonly deadLetters: readonly { readonly name: string }[];
}

/** All generated pages: path from the root and text. */
export const renderPages = async (
  root: string,
  description: string = renderOpenApi(),
): Promise<ReadonlyMap<string, string>> => {
  const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
  const schemas = await loadConfigSchemas(root);
  const notifier = schemas.find(({ service }) => service === 'notifier');
  if (!notifier) throw new Error('There is no services/notifier/src/config.ts.');
  const { topics, deadLetters } = parse(read('deploy', 'kafka', 'topics.yaml')) as DeclaredTopics;
  const changeProto = read('proto', 'porchlight', 'change', 'v1', 'change.proto');
  const change = readProtoMessage(changeProto, 'Change');
  const pages = new Map([
    ['docs/config.md', renderConfigPage(schemas)],
    ...['deploy/kafka', 'deploy/helm/porchlight/files'].map(
      (folder) => [`${folder}/access.yaml`, renderAccess(topics, deadLetters)] as const,
    ),
    ['docs/errors.md', renderErrorsPage()],
    ['services/console/src/api/generated-names.ts', renderConsoleNames()],
    ['docs/limits.md', renderLimitsPage()],
    ['docs/events.md', renderEventsPage({ change, topics, config: describeConfig(notifier.schema) })],
    ['docs/spec-map.md', renewCounts(read('docs', 'spec-map.md'))],
    ['docs/cli.md', renderCliPage(read('docs', 'cli.md'))],
    ['tools/src/operator/generated-operations.json', renderCliOperations(JSON.parse(description) as Json)],
    ['docs/asyncapi.json', compactJson(createAsyncApiDocument({ topics, changeProto }))],
    ['docs/licences.md', renderLicences(root)],
    ['docs/resources.md', renderResourcesPage(readDocstrings(root))],
  ]);
  // From the pages above, too.
  const guides = renderGuidePages((path) => pages.get(path) ?? read(...path.split('/')));
  return pages.set('libs/openapi/src/reference/generated-guides.json', guides);
};

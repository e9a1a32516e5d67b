import { findIncompatibleChanges, listAdditions } from '@porchlight/openapi';
import { GENERATED } from './markdown';

type Json = Readonly<Record<string, unknown>>;

export const API_CHANGELOG = 'docs/api-changelog.md';

/** The changes of one release, each a sentence. */
export interface ReleaseChanges {
  readonly version: string;
  readonly incompatible: readonly string[];
  readonly added: readonly string[];
}

const INTRODUCTION = `Changes of the API in each release, from a comparison of the descriptions (\`/v1/openapi.json\`). [Versions and
deprecations](guides/versioning.md) says what may change. What else changed is in the [change log](../CHANGELOG.md).`;

const TITLES = [
  ['incompatible', 'Incompatible'],
  ['added', 'Added'],
] as const;

/** Reads the releases of the page. */
export function readApiChangelog(page: string): ReleaseChanges[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [version = ''] = section.split('\n', 1);
      const parts = section.split(/^### /m).slice(1);
      const lines = (title: string): string[] =>
        [...(parts.find((part) => part.startsWith(title)) ?? '').matchAll(/^- (.+)$/gm)].map(([, line]) => line!);
      return { version: version.trim(), incompatible: lines('Incompatible'), added: lines('Added') };
    });
}

/** Adds what differs between two descriptions to a release, which is the first of the page. */
export function addChanges(
  releases: readonly ReleaseChanges[],
  version: string,
  { before, after }: { readonly before: Json; readonly after: Json },
): ReleaseChanges[] {
  const current = releases.find((release) => release.version === version);
  const merge = (old: readonly string[] = [], now: readonly string[]): string[] => [...new Set([...old, ...now])];
  const changed: ReleaseChanges = {
    version,
    incompatible: merge(current?.incompatible, findIncompatibleChanges(before, after)),
    added: merge(current?.added, listAdditions(before, after)),
  };
  return [changed, ...releases.filter((release) => release !== current)];
}

/** Renders docs/api-changelog.md. */
export function renderApiChangelog(releases: readonly ReleaseChanges[]): string {
  const sections = releases.map((release) =>
    [
      `## ${release.version}`,
      ...TITLES.flatMap(([key, title]) =>
        release[key].length > 0 ? [`### ${title}`, release[key].map((line) => `- ${line}`).join('\n')] : [],
      ),
    ].join('\n\n'),
  );
  return `${['# API changelog', GENERATED, INTRODUCTION, ...sections].join('\n\n')}\n`;
}

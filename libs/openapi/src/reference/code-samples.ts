import { html, type Html } from './html';
import { curlSample, phpSample } from './sample-curl-php';
import type { SampleRequest } from './sample-request';
import { pythonSample, typescriptSample } from './sample-sdk';

/** The languages of samples, in the order of their tabs. */
const LANGUAGES = [
  ['curl', 'curl', curlSample],
  ['typescript', 'TypeScript', typescriptSample],
  ['python', 'Python', pythonSample],
  ['php', 'PHP', phpSample],
] as const;

/** The request in each language, by the id of its tab. */
export const samplesByLanguage = (request: SampleRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(LANGUAGES.map(([id, , format]) => [id, format(request)]));

/** The request in each language, with tabs and a button that copies. */
export const codeSamples = (request: SampleRequest): Html =>
  html`<div class="samples">
    <div class="tabs" role="group" aria-label="Language">
      ${LANGUAGES.map(
        ([id, name]) =>
          html`<button type="button" data-language="${id}" aria-pressed="${id === 'curl' ? 'true' : 'false'}">
            ${name}
          </button>`,
      )}
      <button type="button" class="copy">Copy</button>
    </div>
    ${LANGUAGES.map(([id, , format]) => html`<pre class="sample" data-in="${id}" tabindex="0">${format(request)}</pre>`)}
  </div>`;

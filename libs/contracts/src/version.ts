import { version } from '../../../package.json';

/** Version of the product, from the root package.json: the OpenAPI document, the CLI, the SDK, the chart and the images. */
export const VERSION: string = version;

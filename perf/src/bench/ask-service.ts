import type { ServiceCall, ServiceClient } from '@porchlight/tools/src/send/service-client';

/** The body of an answer of 200 to 299; any other is an error that names it. */
export const askService = async (client: ServiceClient, call: ServiceCall): Promise<any> => {
  const { status, body } = await client.call(call);
  if (status < 200 || status > 299)
    throw new Error(`${call.method} ${call.path} gave ${status} ${body?.errorMessage ?? ''}`);
  return body;
};

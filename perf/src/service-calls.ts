import type { ServiceCall, ServiceClient } from '@porchlight/tools/src/send/service-client';

/** Returns the body of a 2xx response. Throws for any other status, with the status in the message. */
export const askService = async (client: ServiceClient, call: ServiceCall): Promise<any> => {
  const { status, body } = await client.call(call);
  if (status < 200 || status > 299)
    throw new Error(`${call.method} ${call.path} gave ${status} ${body?.errorMessage ?? ''}`);
  return body;
};

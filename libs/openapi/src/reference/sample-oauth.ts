import type { SampleRequest } from './sample-request';

const REFRESH = { grant_type: 'refresh_token', refresh_token: '$REFRESH_TOKEN' };

/** What the samples of OAuth operations send, by operation id: their parameters depend on each other. */
export const OAUTH_SAMPLES: Readonly<Record<string, Partial<SampleRequest>>> = {
  authorize: {
    query: {
      response_type: 'code',
      client_id: '$CLIENT_ID',
      redirect_uri: 'http://localhost:3000/callback',
      scope: 'read people',
      state: '$STATE',
      code_challenge: '$CODE_CHALLENGE',
      code_challenge_method: 'S256',
    },
    oauthCall: ['authorize', 'read people'],
  },
  getToken: { query: REFRESH, oauthCall: ['refresh', '$REFRESH_TOKEN'] },
  createToken: { form: REFRESH, credentials: 'app', oauthCall: ['refresh', '$REFRESH_TOKEN'] },
  revokeToken: { form: { token: '$ACCESS_TOKEN' }, credentials: 'app', oauthCall: ['revoke', '$ACCESS_TOKEN'] },
};

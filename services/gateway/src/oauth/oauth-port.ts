import type {
  ClientCredentials,
  ExchangeTokenRequest,
  ExchangeTokenResponse,
  FindClientResponse,
  IssueCodeRequest,
  RevokeTokenResponse,
} from '@porchlight/contracts';

/** The part of the auth service that the authorization flow needs. Throws Refusal. */
export interface OauthPort {
  findClient(clientId: string): Promise<FindClientResponse>;
  issueCode(request: IssueCodeRequest): Promise<string>;
  exchangeToken(request: ExchangeTokenRequest): Promise<ExchangeTokenResponse>;
  revokeToken(client: ClientCredentials, token: string): Promise<RevokeTokenResponse>;
  /** A JSON Web Key Set. */
  signingKeys(): Promise<string>;
}

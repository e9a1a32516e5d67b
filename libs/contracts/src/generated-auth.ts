export {
  CreateAccountRequest,
  AddUserRequest,
  AddUserResponse,
  CreateApiKeyResponse,
  DisableApiKeyRequest,
  DisableApiKeyResponse,
  RegisterSystemRequest,
  RegisterSystemResponse,
  AccountServiceDefinition,
} from './generated/porchlight/auth/v1/account_service';
export {
  ApiKey,
  IssueApiKeyRequest,
  IssueApiKeyResponse,
  EndApiKeyRequest,
  EndApiKeyResponse,
  ApiKeyServiceDefinition,
} from './generated/porchlight/auth/v1/api_key_service';
export {
  VerifyApiKeyRequest,
  VerifyApiKeyResponse,
  VerifySystemRequest,
  VerifySystemResponse,
  CredentialServiceDefinition,
} from './generated/porchlight/auth/v1/credential_service';
export { Group, GroupServiceDefinition } from './generated/porchlight/auth/v1/group_service';
export {
  OauthApp,
  FindClientRequest,
  FindClientResponse,
  IssueCodeRequest,
  IssueCodeResponse,
  ClientCredentials,
  ExchangeTokenRequest,
  ExchangeTokenResponse,
  RevokeTokenRequest,
  RevokeTokenResponse,
  CheckStandingRequest,
  CheckStandingResponse,
  OauthAppServiceDefinition,
  OauthServiceDefinition,
} from './generated/porchlight/auth/v1/oauth_service';
export {
  SignInPlace,
  SignedIn,
  SessionPrincipal,
  AccountChoice,
  SignInRequest,
  SignInResponse,
  VerifySessionRequest,
  VerifySessionResponse,
  EndSessionRequest,
  EndSessionResponse,
  Session,
  RevokeSessionRequest,
  RevokeSessionResponse,
  SignUpRequest,
  SignUpResponse,
  AcceptInvitationRequest,
  AcceptInvitationResponse,
  ResetPasswordRequest,
  ResetPasswordResponse,
  ChoosePasswordRequest,
  ChoosePasswordResponse,
  SessionServiceDefinition,
} from './generated/porchlight/auth/v1/session_service';
export {
  System,
  EnrollSystemRequest,
  EnrollSystemResponse,
  RotateSystemKeyRequest,
  RotateSystemKeyResponse,
  SystemServiceDefinition,
} from './generated/porchlight/auth/v1/system_service';
export { Team, TeamServiceDefinition } from './generated/porchlight/auth/v1/team_service';
export {
  UserGroup,
  User,
  CreateUserResponse,
  GetMeResponse,
  UserServiceDefinition,
} from './generated/porchlight/auth/v1/user_service';

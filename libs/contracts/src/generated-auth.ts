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
  VerifyApiKeyRequest,
  VerifyApiKeyResponse,
  VerifySystemRequest,
  VerifySystemResponse,
  CredentialServiceDefinition,
} from './generated/porchlight/auth/v1/credential_service';
export { Group, GroupServiceDefinition } from './generated/porchlight/auth/v1/group_service';
export { Team, TeamServiceDefinition } from './generated/porchlight/auth/v1/team_service';
export {
  UserGroup,
  User,
  CreateUserResponse,
  GetMeResponse,
  UserServiceDefinition,
} from './generated/porchlight/auth/v1/user_service';

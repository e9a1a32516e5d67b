export {
  JobKind,
  DeadJob,
  RetryJobsRequest,
  RetryJobsResponse,
  JobServiceDefinition,
} from './generated/porchlight/jobs/v1/job_service';

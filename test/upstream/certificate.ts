export { certificate, key } from '../../src/sandbox/certificate.ts';

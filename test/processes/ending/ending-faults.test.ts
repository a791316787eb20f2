import { testEndsUnderFaults } from './ending-faults.ts';

testEndsUnderFaults(false);

/** `npm run test:full -- unit-long` runs some tests with more repetitions, or for longer, than every change has time for. */
export const runsLongTests = process.env['LONG_TESTS'] === '1';

import { installByApt, mayInstallByApt } from './apt.ts';
import { runProgram } from './run-program.ts';

/**
 * Installs LibreOffice, which the slow tests of exported spreadsheets open files with, by apt where we may. Where there
 * is none, these tests fail and say so.
 */
export async function installLibreOffice(): Promise<void> {
  const program = process.env['SOFFICE_PATH'] || 'soffice';
  const { code } = await runProgram(program, ['--version'], { limitMs: 60_000 });
  if (code !== 0 && (await mayInstallByApt())) await installByApt('libreoffice-calc');
}

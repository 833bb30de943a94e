export async function run(_args: readonly string[]): Promise<void> {
  process.stdout.write('milepost serve | keys\n');
}

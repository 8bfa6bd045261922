import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs a program that the project has installed to its end, and keeps what it printed.
 * @param {string} command its name in node_modules/.bin, or `node`
 * @param {string[]} parameters
 * @param {{ env?: Record<string, string>, timeoutMs?: number }} [options]
 * @returns {Promise<{ ok: boolean, output: string, stdout: string }>}
 */
export function runCommand(command, parameters, { env = {}, timeoutMs = 20 * 60_000 } = {}) {
  return new Promise((resolve) => {
    const program = command === 'node' ? process.execPath : join('node_modules', '.bin', command);
    const child = spawn(program, parameters, {
      // What is kept is printed later and read in logs: no colours.
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      // A group of its own, so that a runner that hangs goes down with the workers it started.
      detached: process.platform !== 'win32',
    });
    let output = '';
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    const end = (ok) => {
      clearTimeout(timer);
      stopPassingOn();
      resolve({ ok, output, stdout });
    };
    const stop = (signal) => {
      if (child.pid === undefined) return;
      try {
        process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
      } catch {
        // It has already ended.
      }
    };
    const stopPassingOn = passOnInterrupts(stop);
    const timer = setTimeout(() => {
      output += `\nStopped: it did not end within ${timeoutMs / 60_000} minutes.\n`;
      stop('SIGKILL');
    }, timeoutMs);
    child.on('error', (error) => {
      output += error.message;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

function passOnInterrupts(stop) {
  const interrupted = (signal) => {
    stop(signal);
    process.exit(130);
  };
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  return () => {
    process.removeListener('SIGINT', interrupted);
    process.removeListener('SIGTERM', interrupted);
  };
}

import * as z from 'zod';

// Extension pages forbid `new Function`; zod probes for it on the first schema unless told not to.
// Every schema in the project is therefore built with the `z` exported here.
z.config({ jitless: true });

export { z };

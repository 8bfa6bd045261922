export type CreateId = () => string;

export const createRandomId: CreateId = () => crypto.randomUUID();

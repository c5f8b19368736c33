/** What alerts need of a chat. `server/outside/chat/` provides it. */

/** Sends a text to a webhook. Never rejects: returns why the chat did not take it, or null. */
export type SendToChat = (webhook: string, text: string) => Promise<string | null>;

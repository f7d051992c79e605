/** A file that goes with an e-mail, byte for byte. */
export interface Attachment {
  fileName: string;
  contentType: string;
  content: Buffer;
}

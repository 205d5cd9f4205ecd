/**
 * SQL that tests whether nothing uses the file `m`: no unfinished broadcast, no saved reply and no automation. Each of
 * these features fills its function. Only files that are about to go are looked up with it.
 */
export const isUnused = `not (campaigns_use_media(m.client_id, m.id) or replies_use_media(m.client_id, m.id)
   or automations_use_media(m.client_id, m.id))`;

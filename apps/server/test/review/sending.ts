import { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { eq } from 'drizzle-orm'
import pino from 'pino'
import { reviewInvitations } from '#trust/schema/review.table'
import { testApp } from '../app.ts'
import { type ReplyDecider, startMailServer } from '../smtp.ts'
import { campaignFixture, type SentInvitation } from './campaignFixture.ts'

/** The header lines of a mail. */
export const headerLines = (text: string) =>
  text
    .slice(0, text.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
/** A mail's text, decoded from quoted-printable. */
export const decodeQuotedPrintable = (text: string) =>
  text.replace(/=\r\n/g, '').replace(/(=[0-9A-F]{2})+/g, (bytes) => decodeURIComponent(bytes.replaceAll('=', '%')))

/** An application whose letters go to a mail server with configurable replies, each sent when the test runs its job. */
export const openSendingApp = async (more: Readonly<Record<string, string>> = {}) => {
  const feels: { mood: ReplyDecider | undefined } = { mood: undefined }
  const logged: string[] = []
  const sink = await startMailServer({ mood: (stage, address) => feels.mood?.(stage, address) })
  const settings = { SMTP_URL: sink.url, APP_URL: 'https://crm.example', MAIL_FROM: 'Tradewind <post@crm.example>', ...more }
  const app = await testApp({ settings, logger: pino({ level: 'trace' }, { write: (line: string) => logged.push(line) }) })
  const campaigns = campaignFixture(app)
  const now = ({ invitation }: SentInvitation) => campaigns.now(invitation)
  return {
    app,
    campaigns,
    sink,
    feels,
    logged,
    work: ({ payload }: SentInvitation) => app.work('review.invitation', payload),
    now,
    stands: ({ who, invitation: { uniqueId } }: SentInvitation, changes: Partial<SentInvitation['invitation']>) =>
      app.appContext.db.write(who, (tx) =>
        tx.update(reviewInvitations).set(changes).where(eq(reviewInvitations.uniqueId, uniqueId)),
      ),
    /** How many invitations count as sent. */
    counted: async ({ who: { uniqueId } }: SentInvitation) =>
      (await app.asOwner<{ sent: number }>('select sent from trust_score where owner_id = $1', [uniqueId]))[0]?.sent ?? 0,
    refusals: async ({ who: { uniqueId } }: SentInvitation) =>
      (await app.asOwner<{ reason: string }>('select reason from review_refusal where owner_id = $1', [uniqueId])).map(
        ({ reason }) => reason,
      ),
    /** Resends the letter. */
    resend: async (invited: SentInvitation): Promise<SentInvitation> => {
      await app.as(invited.who).call(reviewCampaignApi.resend, { uniqueId: invited.invitation.uniqueId })
      return { ...invited, payload: campaigns.letterPayload(await now(invited)) }
    },
    close: async () => {
      await app.close()
      await sink.close()
    },
  }
}

import { call } from '#kit/api/call'
import { session } from '#kit/session'
import { Brand } from './Brand.tsx'
import styles from './frame.module.css'

/** How long the lines of the side navigation seem, in per cent. */
const lines = [52, 44, 38, 60, 48, 56, 40, 50, 62, 46]

/** A Skeleton without a component of its own: the browser takes over what the server has drawn before it draws the page. */
const Bar = (size: { height: number; width?: number | string; margin?: string }) => <div className={styles.bar} style={size} />

/** The shape of a signed-in page, as the server sends it and until it is known who is signed in: the frame, and a list in it. */
export const Waiting = () => (
  <div className={`${styles.shell} ${styles.waiting}`} aria-hidden>
    <div className={styles.side}>
      <div className={styles.brand}>
        <Brand />
      </div>
      <div className={styles.lines}>
        {lines.map((width, line) => (
          <Bar key={line} height={16} width={`${width}%`} />
        ))}
      </div>
    </div>
    <div className={styles.header} />
    <div className={styles.main}>
      <div className={styles.page}>
        <Bar height={14} width={160} />
        <Bar height={28} width={240} margin="10px 0 28px" />
        {Array.from({ length: 10 }, (_, row) => (
          <Bar key={row} height={20} margin="16px 0" />
        ))}
      </div>
    </div>
  </div>
)

const flag = 'reloaded'
/** Where Mantine reads light or dark before anything is drawn. */
const scheme = 'mantine-color-scheme-value'

/**
 * The first time the signed-in area opens in a browser session, it fetches the user's logo and then loads once more, before anything
 * is drawn that could be in use. Where the server is away it opens without.
 */
export const firstLoad = async (page: string) => {
  if (sessionStorage.getItem(flag)) return
  try {
    const account = await call('GET /api/auth/account')
    session.remember(account)
    localStorage.setItem(scheme, account.theme)
    if (account.brandLogoUID) await fetch(`/api/document/${account.brandLogoUID}`)
  } catch {
    return
  }
  sessionStorage.setItem(flag, 'true')
  location.replace(page)
  await new Promise(() => {})
}

import { call } from '#kit/api/call'
import { session } from '#kit/session'
import { Brand } from './Brand.tsx'
import styles from './frame.module.css'

/** The widths of the placeholder lines of the side navigation, in per cent. */
const lines = [52, 44, 38, 60, 48, 56, 40, 50, 62, 46]

/** A Skeleton without a component of its own, so that the browser can hydrate the server's markup before it renders the page. */
const Bar = (size: { height: number; width?: number | string; margin?: string }) => <div className={styles.bar} style={size} />

/** The placeholder of a signed-in page, which the server sends and which stays until the user is known: the frame, and a list in it. */
export const ShellSkeleton = () => (
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
/** The key from which Mantine reads light or dark before anything is rendered. */
const scheme = 'mantine-color-scheme-value'

/**
 * The first time the signed-in area opens in a browser session, it fetches the account and the logo and then reloads once, before anything is
 * rendered that could be in use. If the server cannot be reached, it opens without.
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

/** Where a customer without policies, or with a question the app cannot take, writes to (H2.26, D39): VITE_CONTACT_EMAIL. */
export const contactEmail: string = import.meta.env.VITE_CONTACT_EMAIL || 'servicioalcliente@amparo.example';

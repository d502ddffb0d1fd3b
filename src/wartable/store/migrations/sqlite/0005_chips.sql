-- A tray, a box, tips and what lies on a layout are chips, as a wallet is: none of these accounts becomes negative. One that
-- was before this step becomes no lower.
CREATE TRIGGER accounts_begin BEFORE INSERT ON accounts WHEN NEW.cents < 0 BEGIN
    SELECT RAISE(ABORT, 'no funds')
    WHERE (
        NEW.account GLOB 'table/*/bank' OR NEW.account GLOB 'table/*/drop' OR NEW.account GLOB 'table/*/tips'
        OR NEW.account GLOB 'table/*/layout/*' OR NEW.account GLOB 'table/*/pool/*'
    ) AND NEW.cents < coalesce((SELECT cents FROM accounts WHERE account = NEW.account), 0);
END;

CREATE TRIGGER accounts_go_on BEFORE UPDATE ON accounts WHEN NEW.cents < 0 AND NEW.cents < OLD.cents BEGIN
    SELECT RAISE(ABORT, 'no funds')
    WHERE NEW.account GLOB 'table/*/bank' OR NEW.account GLOB 'table/*/drop' OR NEW.account GLOB 'table/*/tips'
    OR NEW.account GLOB 'table/*/layout/*' OR NEW.account GLOB 'table/*/pool/*';
END;
